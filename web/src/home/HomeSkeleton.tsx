import { Skeleton } from '../ui/layout/Skeleton.tsx'
import classes from './home.module.css'

export const HomeSkeleton = () => (
  <div className={classes.home}>
    <div className={classes.pair}>
      <Skeleton lines={5} height={52} gap={10} />
      <Skeleton lines={5} height={52} gap={10} />
    </div>
    <Skeleton lines={1} height={72} />
  </div>
)
