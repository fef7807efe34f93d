/** Logo of the product. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="mark">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M6 12 16 6l10 6v2H6zM8 16h3v8H8zm6.5 0h3v8h-3zM21 16h3v8h-3zM6 25h20v2H6z" fill="#fff" />
    </svg>
  )
}
