/** The key that does the same, for whoever has a keyboard; the button beside it names it to screen readers. */
export const KeyHint = ({ name }: { name: string }) => (
  <kbd className="till-key" aria-hidden>
    {name}
  </kbd>
)
