import { Outlet } from '@tanstack/react-router'
import { useSiteName } from '../../data/portal.ts'
import { useLanguage } from '../../messages/current.ts'
import { Framed } from '../../ui/layout/Framed.ts'
import { Logo } from '../../ui/layout/Logo.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import classes from './PublicFrame.module.css'

export function PublicFrame() {
  useLanguage()
  return (
    <div className={classes.frame} data-public>
      <header className={classes.header}>
        <span className={classes.brand}>
          <Logo />
          <span>{useSiteName()}</span>
        </span>
        <LanguageChoice visitor />
      </header>
      <main className={classes.main}>
        <Framed value={true}>
          <Outlet />
        </Framed>
      </main>
    </div>
  )
}
