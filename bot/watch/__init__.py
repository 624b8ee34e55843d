"""What a host sees of the running bot: figures and its state over HTTP, and a log without secrets."""
