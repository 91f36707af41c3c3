const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A name for a text that cannot hold elements, such as an option: between FSI and PDI
 * one that is written from right to left leaves the order of what surrounds it. */
export const isolate = (name: string): string =>
  rightToLeft.test(name) ? `\u2068${name}\u2069` : name
