//! The evaluators of `profiles/`, against the registry beside them.

use ordain_generated::{contextos, finance, support};
use ordain_runtime::registry::Registry;
use ordain_tests::project;

use super::{
    CompiledControl, CompiledPolicy, CompiledProfile, controls, controls_agree, policies,
    policies_agree, profiles, profiles_agree,
};

pub(super) fn registry() -> Registry {
    Registry::load(&project().join("generated/registry")).unwrap()
}

pub(super) static POLICIES: &[CompiledPolicy] = policies! {
    finance::credit_memo_v3 on finance::credit_request_v1::CreditRequest;
    support::refund_permission_v1 on support::refund_request_v1::RefundRequest;
    support::returns_v4 on support::refund_request_v1::RefundRequest;
    support::support_refunds_v4 on support::refund_request_v1::RefundRequest;
};

static CONTROLS: &[CompiledControl] = controls! {
    contextos::admission_additive_attachment_v1 on contextos::base_envelopes_v1::BaseEnvelopes;
    contextos::admission_bounded_envelope_v1 on contextos::attachment_size_v1::AttachmentSize;
    contextos::admission_bounded_expansion_v1 on contextos::attachment_size_v1::AttachmentSize;
    contextos::admission_compatibility_only_v1 on contextos::negotiation_claim_v1::NegotiationClaim;
    contextos::admission_derived_features_v1 on contextos::feature_derivation_v1::FeatureDerivation;
    contextos::admission_exact_support_v1 on contextos::support_comparison_v1::SupportComparison;
    contextos::admission_immutable_revision_v1 on contextos::profile_succession_v1::ProfileSuccession;
    contextos::admission_legacy_claims_nothing_v1 on contextos::control_report_v1::ControlReport;
    contextos::admission_mandatory_stays_v1 on contextos::support_comparison_v1::SupportComparison;
    contextos::admission_no_hidden_feature_v1 on contextos::feature_derivation_v1::FeatureDerivation;
    contextos::admission_trusted_binding_v1 on contextos::attachment_origin_v1::AttachmentOrigin;
    contextos::admission_verified_definitions_v1 on contextos::definition_reading_v1::DefinitionReading;
    contextos::approval_atomic_redemption_v1 on contextos::redemption_record_v1::RedemptionRecord;
    contextos::approval_entitled_quorum_v1 on contextos::approver_standing_v1::ApproverStanding;
    contextos::approval_exact_binding_v1 on contextos::action_digest_v1::ActionDigest;
    contextos::approval_independent_approver_v1 on contextos::approver_standing_v1::ApproverStanding;
    contextos::approval_recheck_at_dispatch_v1 on contextos::dispatch_recheck_v1::DispatchRecheck;
    contextos::approval_recovery_is_no_dispatch_v1 on contextos::redemption_record_v1::RedemptionRecord;
    contextos::approval_standing_grant_v1 on contextos::standing_grant_use_v1::StandingGrantUse;
    contextos::approval_stored_interval_v1 on contextos::approval_interval_v1::ApprovalInterval;
    contextos::authority_authenticated_statements_v1 on contextos::statement_reliance_v1::StatementReliance;
    contextos::authority_conjunctive_dispatch_v1 on contextos::dispatch_decision_v1::DispatchDecision;
    contextos::authority_current_grant_v1 on contextos::grant_observation_v1::GrantObservation;
    contextos::authority_exact_scope_v1 on contextos::delegation_chain_v1::DelegationChain;
    contextos::authority_narrowing_delegation_v1 on contextos::delegation_chain_v1::DelegationChain;
    contextos::authority_no_override_v1 on contextos::dispatch_decision_v1::DispatchDecision;
    contextos::budget_aggregate_v1 on contextos::budget_request_v1::BudgetRequest;
    contextos::budget_exact_cost_v1 on contextos::cost_conversion_v1::CostConversion;
    contextos::budget_inherited_deadline_v1 on contextos::work_start_v1::WorkStart;
    contextos::budget_monotonic_settlement_v1 on contextos::settlement_record_v1::SettlementRecord;
    contextos::budget_reserved_first_v1 on contextos::work_start_v1::WorkStart;
    contextos::budget_verified_release_v1 on contextos::settlement_record_v1::SettlementRecord;
    contextos::checkpoint_complete_pins_v1 on contextos::checkpoint_content_v1::CheckpointContent;
    contextos::checkpoint_migrated_policy_v1 on contextos::policy_migration_v1::PolicyMigration;
    contextos::checkpoint_spent_stays_spent_v1 on contextos::resume_attempt_v1::ResumeAttempt;
    contextos::checkpoint_target_fencing_v1 on contextos::target_fencing_v1::TargetFencing;
    contextos::checkpoint_verified_resume_v1 on contextos::resume_attempt_v1::ResumeAttempt;
    contextos::containment_active_sandbox_v1 on contextos::boundary_observation_v1::BoundaryObservation;
    contextos::containment_honest_mode_v1 on contextos::boundary_observation_v1::BoundaryObservation;
    contextos::containment_observed_boundary_v1 on contextos::boundary_observation_v1::BoundaryObservation;
    contextos::credential_narrow_scope_v1 on contextos::credential_use_v1::CredentialUse;
    contextos::credential_outside_model_v1 on contextos::credential_use_v1::CredentialUse;
    contextos::data_actual_residency_v1 on contextos::processor_route_v1::ProcessorRoute;
    contextos::data_bound_release_v1 on contextos::release_transformation_v1::ReleaseTransformation;
    contextos::data_every_stage_v1 on contextos::data_coverage_v1::DataCoverage;
    contextos::data_label_kept_v1 on contextos::label_application_v1::LabelApplication;
    contextos::data_narrowed_delegation_v1 on contextos::data_delegation_v1::DataDelegation;
    contextos::effect_governed_compensation_v1 on contextos::reconciliation_record_v1::ReconciliationRecord;
    contextos::effect_preserved_history_v1 on contextos::reconciliation_record_v1::ReconciliationRecord;
    contextos::effect_safe_retry_v1 on contextos::retry_attempt_v1::RetryAttempt;
    contextos::effect_stable_operation_v1 on contextos::operation_attempts_v1::OperationAttempts;
    contextos::effect_unknown_after_timeout_v1 on contextos::attempt_outcome_v1::AttemptOutcome;
    contextos::evidence_adoption_cases_v1 on contextos::adoption_record_v1::AdoptionRecord;
    contextos::evidence_deployment_duties_v1 on contextos::deployment_duties_v1::DeploymentDuties;
    contextos::evidence_explicit_time_v1 on contextos::timestamp_reading_v1::TimestampReading;
    contextos::evidence_mission_critical_claim_v1 on contextos::adoption_record_v1::AdoptionRecord;
    contextos::evidence_pure_decision_v1 on contextos::decision_inputs_v1::DecisionInputs;
    contextos::evidence_separate_rights_v1 on contextos::rights_record_v1::RightsRecord;
    contextos::evidence_strict_json_v1 on contextos::canonical_document_v1::CanonicalDocument;
    contextos::ledger_atomic_store_v1 on contextos::ledger_mutation_v1::LedgerMutation;
    contextos::ledger_explicit_archive_v1 on contextos::ledger_archive_v1::LedgerArchive;
    contextos::ledger_kept_settlement_slot_v1 on contextos::ledger_mutation_v1::LedgerMutation;
    contextos::ledger_original_receipt_v1 on contextos::ledger_mutation_v1::LedgerMutation;
    contextos::memory_enforced_retention_v1 on contextos::memory_retention_v1::MemoryRetention;
    contextos::memory_honest_completion_v1 on contextos::memory_propagation_v1::MemoryPropagation;
    contextos::memory_lifecycle_change_v1 on contextos::memory_capture_v1::MemoryCapture;
    contextos::memory_minimal_capture_v1 on contextos::memory_capture_v1::MemoryCapture;
    contextos::memory_reviewed_promotion_v1 on contextos::memory_capture_v1::MemoryCapture;
    contextos::memory_separate_namespaces_v1 on contextos::memory_access_v1::MemoryAccess;
    contextos::memory_tracked_copies_v1 on contextos::memory_propagation_v1::MemoryPropagation;
    contextos::network_checked_redirect_v1 on contextos::redirect_chain_v1::RedirectChain;
    contextos::network_deny_by_default_v1 on contextos::egress_observation_v1::EgressObservation;
    contextos::network_mediated_egress_v1 on contextos::egress_observation_v1::EgressObservation;
    contextos::network_pinned_address_v1 on contextos::connection_addresses_v1::ConnectionAddresses;
    contextos::network_purpose_is_no_destination_v1 on contextos::purpose_egress_v1::PurposeEgress;
    contextos::policy_branches_kept_v1 on contextos::policy_evaluation_v1::PolicyEvaluation;
    contextos::policy_cumulative_prohibitions_v1 on contextos::decision_composition_v1::DecisionComposition;
    contextos::policy_fail_closed_v1 on contextos::policy_evaluation_v1::PolicyEvaluation;
    contextos::policy_obligations_remain_v1 on contextos::decision_composition_v1::DecisionComposition;
    contextos::policy_precedence_v1 on contextos::precedence_record_v1::PrecedenceRecord;
    contextos::policy_safe_error_v1 on contextos::policy_error_v1::PolicyError;
    contextos::policy_separate_guardrails_v1 on contextos::decision_composition_v1::DecisionComposition;
    contextos::run_cancellation_keeps_effects_v1 on contextos::cancellation_record_v1::CancellationRecord;
    contextos::run_explicit_states_v1 on contextos::run_transition_v1::RunTransition;
    contextos::run_fenced_cancellation_v1 on contextos::cancellation_record_v1::CancellationRecord;
    contextos::run_settled_completion_v1 on contextos::completion_record_v1::CompletionRecord;
    contextos::trigger_borrowed_authority_v1 on contextos::trigger_firing_v1::TriggerFiring;
    contextos::trigger_bounded_v1 on contextos::trigger_firing_v1::TriggerFiring;
};

static PROFILES: &[CompiledProfile] = profiles! {
    contextos::baseline_v1;
    contextos::coding_agent_v1;
    contextos::enterprise_assistant_v1;
    contextos::mission_critical_v1;
    contextos::multi_agent_v1;
    contextos::personal_proactive_v1;
};

#[test]
fn policies_decide_alike() {
    policies_agree(&registry(), POLICIES);
}

#[test]
fn controls_judge_alike() {
    controls_agree(&registry(), CONTROLS);
}

#[test]
fn profiles_expand_alike() {
    profiles_agree(&registry(), PROFILES);
}
