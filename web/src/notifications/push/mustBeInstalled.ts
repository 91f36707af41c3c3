/** iOS permits notifications only to a portal that is on the home screen and was opened there. */
export function mustBeInstalled(): boolean {
  const isIos =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  return isIos && !matchMedia('(display-mode: standalone)').matches
}
