/** A field people do not see, and screen readers do not read: who fills it is a program. What is sent with it is `leave_blank`. */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave blank
        <input name="leave_blank" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
