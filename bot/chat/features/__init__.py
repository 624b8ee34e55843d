"""One folder for each thing that members can do; none of them imports another."""
