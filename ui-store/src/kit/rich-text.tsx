/** HTML that the server has sanitized. Never pass anything else. */
export const RichText = ({ html, className = '' }: { html: string; className?: string }) => (
  <div className={`rich ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
)
