/** `Re:`, `Fwd:` and what mail programs write instead in other languages, and this portal's own. */
const prefix =
  /\s*(?:(?:re|ynt|yan|cvp|fwd?|[iıİ]lt|aw|wg|antw|antwort|doorst|tr|réf?|rv|rif|res|enc|odp|pd|sv|vs|vb|vl|vá|továbbítás|răsp|απ|πρθ|отв|ответ|на|пер|пересл|رد|إعادة(?: توجيه)?|回复|回覆|答复|转发|返信|転送)\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4}|(?<=re)\d{1,2})?\s*[:：]|\[[^\]]*\]\s*#\d+(?=\s))\s*/iuy
/** Of Outlook in Italian. In small letters it can begin a title. */
const oneLetter = /\s*[RI]\s*[:：]\s*/y

/** A subject without what mail programs and this portal put before it: `Re: [Demir] #1001 `. */
export function plainSubject(given: string): string {
  const subject = given.normalize('NFC')
  let end = 0
  for (let isFound = true; isFound; ) {
    isFound = false
    for (const pattern of [prefix, oneLetter]) {
      pattern.lastIndex = end
      if (!pattern.test(subject)) continue
      end = pattern.lastIndex
      isFound = true
    }
  }
  return subject.slice(end)
}
