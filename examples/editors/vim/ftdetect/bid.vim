autocmd BufRead,BufNewFile *.bid setfiletype bid
