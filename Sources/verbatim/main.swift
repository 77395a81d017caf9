print("verbatim")
