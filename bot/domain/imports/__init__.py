"""Records of matches that members bring back, to be looked at, gone through and played on from."""
