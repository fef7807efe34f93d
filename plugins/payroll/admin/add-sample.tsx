import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPath, api, forget, go, notifyFailure, notifySuccess } from 'stoa/admin'
import type { AddedStructure } from '../api-types.ts'
import { useMessages } from './messages.ts'

const samples = ['hong_kong', 'singapore'] as const

/** Above the list of pay structures: adds a sample structure with its rules. */
export default function AddSample() {
  const say = useMessages()
  const client = useQueryClient()
  const [busy, setBusy] = useState('')
  const add = async (code: (typeof samples)[number]) => {
    setBusy(code)
    try {
      const { id, created } = await api<AddedStructure>('hr_pay_structure/sample', { method: 'POST', body: { code } })
      forget('hr_pay_structure')
      forget('hr_pay_rule')
      await client.invalidateQueries()
      notifySuccess(say(created ? 'sample_added' : 'sample_there'))
      go(adminPath(`payroll/structure/edit/${id}`))
    } catch (problem) {
      notifyFailure(say('sample_failed'), problem)
    } finally {
      setBusy('')
    }
  }
  return (
    <>
      {samples.map((code) => (
        <Button key={code} loading={busy === code} disabled={busy !== ''} onClick={() => void add(code)}>
          {say(`add_${code}`)}
        </Button>
      ))}
    </>
  )
}
