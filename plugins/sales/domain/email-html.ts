/** An e-mail to a customer: paragraphs and one button. */
export interface EmailParts {
  language: string
  shop: string
  title: string
  text: string
  button: string
  link: string
  /** Attached pictures below the text: file name, alternative text and caption. */
  pictures?: readonly { name: string; alt: string; below: string }[]
}

/** An e-mail without a button. */
export type PlainEmail = Omit<EmailParts, 'button' | 'link'> & { button?: undefined; link?: undefined }

const escapeHtml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The e-mail as HTML that e-mail clients render alike: one column, inline styles, pictures only from its own attachments. */
export function renderEmailHtml({ language, shop, title, text, button, link, pictures = [] }: PlainEmail | EmailParts): string {
  const paragraphs = text
    .split('\n\n')
    .filter((p) => p.trim() !== '')
    .map((p) => `<p style="margin:0 0 16px">${escapeHtml(p.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
  const buttonHtml =
    button && link
      ? `<p style="margin:24px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1c1a;color:#fff;text-decoration:none">${escapeHtml(button)}</a></p>`
      : ''
  // White background in every colour scheme: a QR code needs the contrast.
  const imageHtml = pictures
    .map(
      ({ name, alt, below }) =>
        `<p style="margin:0 0 24px;padding:16px;background:#fff;color:#1c1c1a;text-align:center"><img src="cid:${escapeHtml(name)}" alt="${escapeHtml(alt)}" width="220" style="display:block;width:220px;max-width:100%;height:auto;margin:0 auto 8px">${escapeHtml(alt)}<br><span style="font-family:monospace;letter-spacing:1px">${escapeHtml(below)}</span></p>`,
    )
    .join('')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f4f2;color:#1c1c1a;font:16px/1.6 -apple-system,'Segoe UI','Noto Sans CJK TC',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#fff;border-radius:10px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;color:#5c5c57;font-size:14px">${escapeHtml(shop)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${paragraphs}
${imageHtml}
${buttonHtml}
</td></tr></table></td></tr></table></body></html>`
}
