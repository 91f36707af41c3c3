import { Dialog } from '../ui/dialog/Dialog.tsx'
import classes from './LargePicture.module.css'

type Props = { name: string; src: string; opened: boolean; onClose: () => void }

export const LargePicture = ({ name, src, opened, onClose }: Props) => (
  <Dialog opened={opened} title={name} variant="picture" onClose={onClose}>
    <img className={classes.picture} src={src} alt={name} />
  </Dialog>
)
