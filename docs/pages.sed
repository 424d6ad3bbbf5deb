# Links of the Markdown pages to files that are no pages become their text.
s/\[([^]]+)\]\([^):]*(\.(csv|txt|json|py|sh|hpp|cuh|ipynb)|\/[^.\/)]+\/?)\)/\1/g
# Titles are plain text, because the navigation shows their markup as it is.
/^#/s/`//g
# A page without a title gets one.
1s/^What Nsight Compute counted/# What misses its floor\n\n&/
