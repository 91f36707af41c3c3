const prefix =
  /^\s*(?:(?:re|ynt|yan|cvp|fwd?|[iıİ]lt|aw|wg)\s*(?:\[\d+\])?\s*:|\[[^\]]*\]\s*#\d+(?=\s))\s*/iu

/** A subject without what mail programs and this portal put before it: `Re: [Demir] #1001 `. */
export function plainSubject(subject: string): string {
  const rest = subject.replace(prefix, '')
  return rest === subject ? subject : plainSubject(rest)
}
