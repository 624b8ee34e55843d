"""What every feature is built from: replies, cards, buttons, delivery, languages; knows no
feature.
"""
