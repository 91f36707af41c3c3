const heicName = /\.hei[cf]$/i

/** By its type, or its name where the system knows no such type. */
export const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^image\/hei[cf]$/.test(type) || heicName.test(name)

/** `IMG_0012.HEIC` becomes `IMG_0012.jpg`. */
export const jpegNameOf = (name: string): string => `${name.replace(heicName, '')}.jpg`
