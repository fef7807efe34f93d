import { defineSettings, f } from 'stoa'

/** Rules of punches, attendance and appeals that hold for all shifts. */
export const attendanceSettings = defineSettings({
  group: 'attendance',
  order: 71,
  area: 'team',
  icon: 'time',
  fields: {
    double_punch_seconds: f.int({ default: 60, min: 0, max: 3_600 }),
    absent_delay_hours: f.int({ default: 2, min: 0, max: 72 }),
    overtime_tolerance_min: f.int({ default: 15, min: 0, max: 480 }),
    overtime_round_min: f.int({ default: 15, min: 1, max: 120 }),
    appeal_window_days: f.int({ default: 14, min: 0, max: 3_660 }),
  },
})
