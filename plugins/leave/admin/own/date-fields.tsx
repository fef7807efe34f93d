import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { OwnLeaveTypes } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import type { RequestValues } from './request-form.ts'

interface DateFieldsProps {
  values: RequestValues
  unit: OwnLeaveTypes['data'][number]['unit'] | undefined
  change: (part: Partial<RequestValues>) => void
}

/** Dates of a request, and the parts of its first and last date as far as the type allows them. */
export function DateFields({ values, unit, change }: DateFieldsProps) {
  const say = useMessages()
  const { start_date, end_date, part } = values
  const isOneDate = end_date === '' || end_date === start_date
  const parts = unit === 'hour' ? (['full', 'am', 'pm', 'hours'] as const) : (['full', 'am', 'pm'] as const)
  return (
    <>
      <div className="leave-pair">
        <FormGroup label={say('start_date')} labelFor="leave-start">
          <InputGroup
            id="leave-start"
            type="date"
            size="large"
            value={start_date}
            // A last day before the first one follows it.
            onValueChange={(day) => change({ start_date: day, ...(end_date !== '' && end_date < day ? { end_date: day } : {}) })}
          />
        </FormGroup>
        <FormGroup label={say('end_date')} labelFor="leave-end">
          <InputGroup
            id="leave-end"
            type="date"
            size="large"
            min={start_date}
            value={end_date === '' ? start_date : end_date}
            onValueChange={(day) => change({ end_date: day })}
          />
        </FormGroup>
      </div>
      {unit === undefined || unit === 'day' ? null : isOneDate ? (
        <div className="leave-pair">
          <FormGroup label={say('part')} labelFor="leave-part">
            <HTMLSelect
              id="leave-part"
              fill
              large
              value={part}
              options={parts.map((value) => ({ value, label: say(`part_${value}`) }))}
              onChange={({ currentTarget }) => change({ part: parts.find((value) => value === currentTarget.value) ?? 'full' })}
            />
          </FormGroup>
          {part === 'hours' ? (
            <FormGroup label={say('hours')} labelFor="leave-hours">
              <InputGroup
                id="leave-hours"
                size="large"
                inputMode="decimal"
                value={values.hours}
                onValueChange={(hours) => change({ hours })}
              />
            </FormGroup>
          ) : null}
        </div>
      ) : (
        <div className="leave-pair">
          <FormGroup label={say('start_half')} labelFor="leave-start-half">
            <HTMLSelect
              id="leave-start-half"
              fill
              large
              value={values.start_half}
              options={(['full', 'pm'] as const).map((value) => ({ value, label: say(`start_${value}`) }))}
              onChange={({ currentTarget }) => change({ start_half: currentTarget.value === 'pm' ? 'pm' : 'full' })}
            />
          </FormGroup>
          <FormGroup label={say('end_half')} labelFor="leave-end-half">
            <HTMLSelect
              id="leave-end-half"
              fill
              large
              value={values.end_half}
              options={(['full', 'am'] as const).map((value) => ({ value, label: say(`end_${value}`) }))}
              onChange={({ currentTarget }) => change({ end_half: currentTarget.value === 'am' ? 'am' : 'full' })}
            />
          </FormGroup>
        </div>
      )}
    </>
  )
}
