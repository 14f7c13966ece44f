"""What a run found and did, for people and for programs."""
