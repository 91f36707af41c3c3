export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="7" fill="var(--accent)" />
    <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="10.5" cy="12.5" r="4.5" />
      <path d="M15 12.5h10M25 9.5v6M5.5 21.5h21M9 21.5v4.5M23 21.5v4.5" />
    </g>
  </svg>
)
