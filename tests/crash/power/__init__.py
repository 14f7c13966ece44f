"""Real power cuts: filesystems on loop devices, cut off and mounted again."""
