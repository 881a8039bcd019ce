import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const ruleData: TableEntries = {
  commission_facts: nobody('seq partner_id rule_id lead_id kind day recorded_at body'),
  commission_rule_versions: nobody('rule_id version valid_from definition published_by published_at'),
  commission_rules: nobody('id partner_id offer created_at'),
  lead_signings:
    nobody(`lead_id partner_id rule_id rule_version signed_on revenue_cents share commission_rate tier_name tier_names
      fixed_cents lead_cap_cents ended_on client_since in_one_line`),
}
