import { Dialog } from '../ui/dialog/Dialog.tsx'
import classes from './LargePicture.module.css'

type Props = { name: string; src: string; opened: boolean; onClose: () => void }

/** A picture, as large as the screen has room for. */
export const LargePicture = ({ name, src, opened, onClose }: Props) => (
  <Dialog opened={opened} title={name} form="picture" onClose={onClose}>
    <img className={classes.picture} src={src} alt={name} />
  </Dialog>
)
