-- The map of the console reads the contours of a square: without this index, the contours of the whole country were read.
create index division_contour_box on division_contour using gist (box(point(west, south), point(east, north)));
