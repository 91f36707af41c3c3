const heicName = /\.hei[cf]$/i

/** By its type, or its name where the system knows no such type. */
export const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^image\/hei[cf]$/.test(type) || heicName.test(name)

/** Bytes of a picture in a message, at most, where its author does not send the original. */
export const maxPictureBytes = 300_000

/** Whether a message carries a smaller copy of it. A small PNG is
 * a drawing or a screen, and says nothing of where it was taken. */
export const isReducible = (file: Pick<File, 'name' | 'type' | 'size'>): boolean =>
  isHeic(file) ||
  file.type === 'image/jpeg' ||
  (file.type === 'image/png' && file.size > maxPictureBytes)

/** `IMG_0012.HEIC` becomes `IMG_0012.jpg`; the name of a JPEG stays. */
export const jpegNameOf = (name: string): string =>
  /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.(hei[cf]|png)$/i, '')}.jpg`

/** A picture that every browser shows; undefined: another file. */
export const shownPicture = (file: File | undefined): File | undefined =>
  /^image\/(jpeg|png|webp)$/.test(file?.type ?? '') ? file : undefined
