import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const minutes = (column: string, most = 1_440) =>
  `int not null default 0 constraint hr_shift_${column}_check check (${column} between 0 and ${most})`
const words = (column: string, list: readonly string[]) => `check (${column} in (${list.map((word) => `'${word}'`).join(', ')}))`

const made = tables({
  hr_shift: {
    name: 'text not null constraint hr_shift_name_unique unique',
    start_min: 'int not null constraint hr_shift_start_min_check check (start_min between 0 and 1439)',
    // At or before the start: on the next day.
    end_min: 'int not null constraint hr_shift_end_min_check check (end_min between 0 and 1439)',
    break_start_min: 'int constraint hr_shift_break_start_min_check check (break_start_min between 0 and 1439)',
    break_minutes: minutes('break_minutes', 720),
    paid_break: 'boolean not null default false',
    work_calc: `text not null default 'first_last' constraint hr_shift_work_calc_check ${words('work_calc', ['first_last', 'pairs'])}`,
    late_grace_min: minutes('late_grace_min'),
    early_grace_min: minutes('early_grace_min'),
    half_day_below_min: minutes('half_day_below_min'),
    absent_below_min: minutes('absent_below_min'),
    works_holidays: 'boolean not null default false',
    early_in_min: 'int not null default 60 constraint hr_shift_early_in_min_check check (early_in_min between 0 and 720)',
    late_out_min: 'int not null default 60 constraint hr_shift_late_out_min_check check (late_out_min between 0 and 720)',
    colour: "text not null default '#3b82f6'",
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_shift_assignment: {
    employee_id: 'bigint not null references hr_employee',
    shift_id: 'bigint not null references hr_shift',
    start_date: 'date not null',
    end_date: 'date constraint hr_shift_assignment_end_date_check check (end_date >= start_date)',
    weekdays: "smallint[] not null default '{}'",
    status: `text not null default 'draft' constraint hr_shift_assignment_status_check ${words('status', ['draft', 'published', 'canceled'])}`,
    version: 'int not null default 1',
  },
  hr_site: {
    name: 'text not null constraint hr_site_name_unique unique',
    latitude: 'numeric not null constraint hr_site_latitude_check check (latitude between -90 and 90)',
    longitude: 'numeric not null constraint hr_site_longitude_check check (longitude between -180 and 180)',
    radius_m: 'int not null default 150 constraint hr_site_radius_m_check check (radius_m > 0)',
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_punch: {
    employee_id: 'bigint not null references hr_employee',
    at: 'timestamptz not null',
    direction: `text not null default 'auto' constraint hr_punch_direction_check ${words('direction', ['in', 'out', 'auto'])}`,
    source: `text not null constraint hr_punch_source_check ${words('source', ['web', 'kiosk', 'import', 'admin'])}`,
    outside: 'boolean not null default false',
    distance_m: 'int',
    lat: 'numeric',
    lng: 'numeric',
    accuracy_m: 'int',
    ip: 'text',
    device_id: "text not null default ''",
    created_by: 'bigint references account on delete set null',
    voided_at: 'timestamptz',
    voided_by: 'bigint references account on delete set null',
    void_reason: "text not null default ''",
  },
  hr_attendance: {
    employee_id: 'bigint not null references hr_employee',
    work_date: 'date not null',
    shift_id: 'bigint references hr_shift',
    status: `text not null default 'pending' constraint hr_attendance_status_check ${words('status', ['pending', 'present', 'absent', 'abnormal'])}`,
    reasons: "text[] not null default '{}'",
    day_kind: `text not null default 'work' constraint hr_attendance_day_kind_check ${words('day_kind', ['work', 'rest', 'holiday', 'leave', 'half_leave'])}`,
    scheduled_start: 'timestamptz',
    scheduled_end: 'timestamptz',
    window_start: 'timestamptz not null',
    window_end: 'timestamptz not null constraint hr_attendance_window_check check (window_end >= window_start)',
    first_in: 'timestamptz',
    last_out: 'timestamptz',
    scheduled_min: 'int not null default 0',
    worked_min: 'int not null default 0',
    break_min: 'int not null default 0',
    late_min: 'int not null default 0',
    early_min: 'int not null default 0',
    overtime_min: 'int not null default 0',
    overtime_approved_min:
      'int not null default 0 constraint hr_attendance_overtime_check check (overtime_approved_min between 0 and overtime_min)',
    corrected_status: "text constraint hr_attendance_corrected_status_check check (corrected_status = 'present')",
    correction_reason: "text not null default ''",
    locked_by: 'text',
    version: 'int not null default 1',
  },
  hr_appeal: {
    employee_id: 'bigint not null references hr_employee',
    attendance_id: 'bigint not null references hr_attendance',
    requested_in: 'timestamptz',
    requested_out: 'timestamptz constraint hr_appeal_requested_out_check check (requested_out > requested_in)',
    requested_status: "text constraint hr_appeal_requested_status_check check (requested_status = 'present')",
    reason: 'text not null',
    status: `text not null default 'draft' constraint hr_appeal_status_check ${words('status', ['draft', 'pending', 'approved', 'rejected', 'canceled'])}`,
    approver_id: 'bigint references account on delete set null',
    decided_at: 'timestamptz',
    decision_note: "text not null default ''",
    version: 'int not null default 1',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create index hr_shift_assignment_days on hr_shift_assignment (employee_id, start_date, end_date);
    alter table hr_punch add constraint hr_punch_at_unique unique (employee_id, at, source);
    create index hr_punch_at on hr_punch (at desc, id desc);
    alter table hr_attendance add constraint hr_attendance_day_unique unique nulls not distinct (employee_id, work_date, shift_id);
    create index hr_attendance_work_date on hr_attendance (work_date desc, id desc);
    create index hr_attendance_locked_by on hr_attendance (locked_by) where locked_by is not null;
    create unique index hr_appeal_open_unique on hr_appeal (attendance_id) where status in ('draft', 'pending');
  `)
}

export async function down(knex: Knex): Promise<void> {
  await made.down(knex)
}
