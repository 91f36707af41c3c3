import { generate } from 'lean-qr/nano'
import classes from './QrCode.module.css'

/** The quiet zone that a camera needs around the code, in modules (ISO/IEC 18004). */
const margin = 4

/** A text as a QR code. Dark on light in the dark theme, too: many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x},${y}h1v1h-1z` : '')),
  )
  const size = code.size + 2 * margin
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect x={-margin} y={-margin} width={size} height={size} />
      <path d={rows.flat().join('')} />
    </svg>
  )
}
