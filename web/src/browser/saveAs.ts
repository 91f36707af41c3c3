export function saveAs(bytes: Blob, name: string) {
  const href = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000) // the download has started by then
}
