/** Icons of table rows as shared elements. Icon components for each of a hundred rows would double the render time. */
export const dots = (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden>
    <circle cx="2.5" cy="8" r="1.75" />
    <circle cx="8" cy="8" r="1.75" />
    <circle cx="13.5" cy="8" r="1.75" />
  </svg>
)

export const pencil = (
  <svg width="12" height="12" viewBox="0 0 16 16" fill="currentColor" aria-hidden>
    <path d="M1 15l1.2-4.6 8-8 3.4 3.4-8 8L1 15zM11.2 1.4l1-1a1.3 1.3 0 0 1 1.9 0l1.5 1.5a1.3 1.3 0 0 1 0 1.9l-1 1-3.4-3.4z" />
  </svg>
)
