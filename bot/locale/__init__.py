"""The texts in other languages: a catalogue each, which `make texts` updates."""
