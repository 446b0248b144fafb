"""Getting games ready: their rules compiled by processes of their own, on all cores, before somebody waits for them."""
