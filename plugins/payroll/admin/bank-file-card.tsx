import { Button, HTMLSelect } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, api, DocumentCard, download, Link, notifyFailure } from 'stoa/admin'
import { useMessages } from './messages.ts'

interface Candidate {
  id: number
  label: string
}

/** Downloads the file that the bank imports, in one of the bank formats. */
export function BankFileCard({ id }: { id: number }) {
  const say = useMessages()
  const { data } = useQuery({
    queryKey: ['answer', 'hr_bank_format', 'enabled'],
    queryFn: () => api<{ data: { id: number; title: string }[] }>('hr_bank_format', { query: { enabled: '1', limit: '100' } }),
    retry: false,
  })
  const formats: Candidate[] = data?.data.map((row) => ({ id: row.id, label: row.title })) ?? []
  const [chosen, setChosen] = useState(0)
  const formatId = chosen || (formats[0]?.id ?? 0)
  const save = async () => {
    try {
      await download(`hr_payroll/${id}/bank-file`, { format_id: String(formatId) }, `bank-file-${id}.csv`)
    } catch (problem) {
      notifyFailure(say('not_downloaded'), problem)
    }
  }
  return (
    <DocumentCard title={say('bank_file')}>
      {formats.length === 0 ? (
        <p className="quiet">
          {say('no_formats')} <Link to={adminPath('payroll/bank-format')}>{say('bank_formats')}</Link>
        </p>
      ) : (
        <div className="pay-row">
          <HTMLSelect
            aria-label={say('bank_format')}
            value={formatId}
            options={formats.map((format) => ({ value: format.id, label: format.label }))}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
          <Button onClick={() => void save()}>{say('download_bank_file')}</Button>
        </div>
      )}
    </DocumentCard>
  )
}
