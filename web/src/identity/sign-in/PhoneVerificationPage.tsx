import { sessionMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './forms.module.css'
import styles from './PhoneVerificationPage.module.css'

const maskedPhone = '+90 5•• ••• •• 42'

/** A preview: neither its fields nor its buttons do anything. */
export default function PhoneVerificationPage() {
  return (
    <Page title={t.phoneTitle} about={t.phoneAbout(maskedPhone)}>
      <div className={classes.notices}>
        <Notice tone="idle">{t.phonePreview}</Notice>
      </div>
      <fieldset className={styles.code}>
        <legend className="sr-only">{t.phoneCode}</legend>
        {[1, 2, 3, 4, 5, 6].map(position => (
          <input
            key={position}
            aria-label={t.phoneDigit(position)}
            inputMode="numeric"
            maxLength={1}
            autoComplete="off"
            onInput={({ currentTarget: field }) => {
              field.value = field.value.replace(/\D/g, '')
            }}
          />
        ))}
      </fieldset>
      <div className={styles.buttons}>
        <Button aria-disabled>{t.verify}</Button>
        <Button variant="quiet" aria-disabled>
          {t.resend}
        </Button>
      </div>
    </Page>
  )
}
