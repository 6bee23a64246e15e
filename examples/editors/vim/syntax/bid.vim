" Bridge bidding systems
if exists("b:current_syntax")
  finish
endif

syntax match bidStatement /^\s*\(language\|system\|convention\|count points as\|suits\|set\|quantity\|define\|unavailable\|use\|same as\)\>/
syntax match bidBlock /^\s*\(opening\|after\|when\|reads\|never\)\>/
syntax match bidCall /\(\k\)\@<!\([1-7]\(NT\|N\|[CDHS]\|oM\|om\|[Mmt-z]\)\|XX\?\|pass\)\(\k\)\@!/
syntax keyword bidCall double redouble cheapest jump raise cue
syntax keyword bidSuit club clubs diamond diamonds heart hearts spade spades notrump major majors minor minors
syntax keyword bidWord and or not both either unless provided otherwise else except with for in is are
syntax match bidAmount /\(\k\)\@<!\d\+\(½\)\?\(-\d\+\|+\)\?/
syntax match bidTag /\[[^\]]*\]/
syntax region bidNote start=/"/ end=/"\|$/
syntax match bidRemark /#.*$/

highlight default link bidStatement PreProc
highlight default link bidBlock Statement
highlight default link bidCall Function
highlight default link bidSuit Type
highlight default link bidWord Operator
highlight default link bidAmount Number
highlight default link bidTag Tag
highlight default link bidNote String
highlight default link bidRemark Comment

let b:current_syntax = "bid"
