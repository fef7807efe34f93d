/** HTML the server has sanitised. Never give it anything else. */
export const RichText = ({ html, className = '' }: { html: string; className?: string }) => (
  <div className={`rich ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
)
