---- MODULE Protocol ----
\* A module without an algorithm.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
The protocol will be written here.
*)
====
