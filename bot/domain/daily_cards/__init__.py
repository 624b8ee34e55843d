"""Daily cards: what waits for a member, put together once a day."""
