let ahead = 0 // ms

/** Of a response: the clock of the device can be wrong by minutes. */
export function noteServerTime(headers: Headers) {
  const date = Date.parse(headers.get('Date') ?? '')
  // in whole seconds: what ends at an instant is not offered after it
  if (date) ahead = date + 1_000 - Date.now()
}

/** The time of the server in ms, as of its last response. */
export const serverNow = () => Date.now() + ahead
