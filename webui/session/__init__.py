"""What the desk is made of: the match, the camera, and what people say of the picture.

None of these parts locks anything; the desk lets one thread in at a time, for moments.
"""
