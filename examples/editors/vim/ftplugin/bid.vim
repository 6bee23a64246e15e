" Two-space indents, remarks, and :make for `bridgelang check`.
setlocal expandtab shiftwidth=2 softtabstop=2 commentstring=#\ %s iskeyword+=-
setlocal makeprg=bridgelang\ check\ --format\ concise\ %:S
setlocal errorformat=%f:%l:%c:\ %trror[%.%#]:\ %m,%f:%l:%c:\ %tarning[%.%#]:\ %m,%f:%l:%c:\ hint[%.%#]:\ %m
