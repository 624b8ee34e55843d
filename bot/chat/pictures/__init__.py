"""Heavy drawing and writing, in processes of their own."""
