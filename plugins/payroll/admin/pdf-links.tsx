import { apiUrl } from 'stoa/admin'

const languages = [
  { value: 'en-US', label: 'English' },
  { value: 'zh-HK', label: '繁體中文' },
  { value: 'zh-CN', label: '简体中文' },
]

/** Links to a printed payslip in each language. */
export function PdfLinks({ path }: { path: string }) {
  return (
    <p className="pay-row">
      {languages.map(({ value, label }) => (
        <a key={value} className="bp6-button" lang={value} href={apiUrl(path, { language: value })} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
    </p>
  )
}
