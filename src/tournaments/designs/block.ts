/** Points of a design that meet, by seat. Points are numbered from 0. */
export type Block = readonly number[]
