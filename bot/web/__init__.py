"""The board one can touch: a page that draws the scenes it is sent, and asks for every decision."""
