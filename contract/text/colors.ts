type Rgb = [red: number, green: number, blue: number]

const white = '#ffffff'

/** The contrast that WCAG 2.2 requires of text (1.4.3). */
const legible = 4.5

const parse = (color: string) =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb

function luminance(color: string): number {
  const [red, green, blue] = parse(color).map(byte => {
    const value = byte / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours as `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Whether text is legible in white on a colour, and in the colour on white. */
export const isLegibleOnWhite = (color: string): boolean => contrast(color, white) >= legible

/** A form of a colour that is legible on a dark ground: the colour
 * with 60 % white, which is enough even for black on `#1f2226`. */
export const lighten = (color: string): string =>
  `#${parse(color)
    .map(byte =>
      Math.round(byte + (255 - byte) * 0.6)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
