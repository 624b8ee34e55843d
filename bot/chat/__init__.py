"""The bot on Discord: the client, the features, and the kit that features are built from."""
