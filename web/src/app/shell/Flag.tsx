import type { Language } from '#contract/text/messages.ts'

/** The flag of a language: Türkiye's, or that of the United States. */
export const Flag = ({ language }: { language: Language }) => (
  <svg width="20" height="14" viewBox="0 0 30 20" aria-hidden="true" focusable="false">
    {language === 'tr' ? (
      <>
        <rect width="30" height="20" rx="2" fill="#e30a17" />
        <circle cx="10.5" cy="10" r="5" fill="#fff" />
        <circle cx="11.75" cy="10" r="4" fill="#e30a17" />
        <path fill="#fff" d="m14.6 10 4.5 1.47-2.78-3.84v4.74l2.78-3.84z" />
      </>
    ) : (
      <>
        <rect width="30" height="20" rx="2" fill="#fff" />
        <path
          stroke="#b22234"
          strokeWidth="1.54"
          d="M0 .77h30M0 3.85h30M0 6.92h30M0 10h30M0 13.08h30M0 16.15h30M0 19.23h30"
        />
        <path fill="#3c3b6e" d="M2 0h11v10.8H0V2a2 2 0 0 1 2-2z" />
        <path
          stroke="#fff"
          strokeWidth="1.1"
          strokeLinecap="round"
          strokeDasharray="0 2.7"
          d="M2 2h9.5M3.3 4.2h8M2 6.4h9.5M3.3 8.6h8"
        />
      </>
    )}
  </svg>
)
