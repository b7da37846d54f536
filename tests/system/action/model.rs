//! A second text of redemption, as plain as section 5: arbitrary sequences of decisions, redemptions, revocations and
//! expiries, at arbitrary moments, must go the same way in it and in the runtime.

use ordain_runtime::action::ActionBinding;
use ordain_runtime::action::approval::{
    ApprovalState, Approver, Operation, StoredApproval, Transition, TransitionError, Verdict,
    transition_approval_decision, transition_approval_expiry, transition_approval_redemption,
    transition_approval_revocation,
};
use ordain_runtime::time::Instant;
use proptest::prelude::*;

use super::sample::{self, action, at, changed, counter, name};

const OPENS: u32 = 2;
const CLOSES: u32 = 15;

/// One step, at one minute.
#[derive(Clone, Debug)]
enum Step {
    Decide {
        who: u8,
        approves: bool,
        decided: u32,
        stale: bool,
    },
    Redeem {
        operation: u8,
        revision: i8,
    },
    Revoke {
        stale: bool,
    },
    Expire {
        stale: bool,
    },
    /// Entitles somebody, or no longer.
    Entitle {
        who: u8,
        entitled: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Pending,
    Approved,
    Redeemed(u8),
    Denied,
    Expired,
    Revoked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    who: u8,
    approves: bool,
    decided: u32,
}

/// The actor is the first approver, and the proposer the second.
struct Model {
    revision: i64,
    state: State,
    said: Vec<Said>,
    entitled: [bool; 4],
    quorum: usize,
    forbids: bool,
}

type Verdicts = Result<(), Vec<&'static str>>;

impl Model {
    fn open(minute: u32) -> bool {
        (OPENS..CLOSES).contains(&minute)
    }

    fn refused_or(&mut self, codes: Vec<&'static str>, state: State) -> Verdicts {
        if !codes.is_empty() {
            return Err(codes);
        }
        self.state = state;
        self.revision += 1;
        Ok(())
    }

    fn approvals(&self) -> Vec<Said> {
        self.said
            .iter()
            .copied()
            .filter(|one| one.approves)
            .collect()
    }

    fn final_codes(&self) -> Vec<&'static str> {
        match self.state {
            State::Denied | State::Revoked => vec!["approval_denied"],
            State::Redeemed(_) => vec!["already_redeemed"],
            _ => vec![],
        }
    }

    fn decide(&mut self, one: Said, stale: bool, now: u32) -> Verdicts {
        if self.said.contains(&one) {
            return Ok(());
        }
        let mut codes = vec![];
        if !Self::open(now) || self.state == State::Expired {
            codes.push("approval_expired");
        }
        if !Self::open(one.decided) || one.decided > now {
            codes.push("approval_expired");
        }
        if !self.entitled[usize::from(one.who)] {
            codes.push("approver_not_entitled");
        }
        if one.approves && self.approvals().iter().any(|other| other.who == one.who) {
            codes.push("approver_repeated");
        }
        if one.approves && self.forbids && one.who <= 1 {
            codes.push("self_approval");
        }
        codes.extend(self.final_codes());
        if stale {
            codes.push("revision_conflict");
        }
        let after = if !one.approves {
            State::Denied
        } else if self.approvals().len() + 1 >= self.quorum {
            State::Approved
        } else {
            self.state
        };
        self.refused_or(codes, after)?;
        self.said.push(one);
        Ok(())
    }

    fn redeem(&mut self, operation: u8, read: i64, now: u32) -> Verdicts {
        if let State::Redeemed(holder) = self.state {
            return if holder != operation {
                Err(vec!["already_redeemed"])
            } else if read == self.revision || read == self.revision - 1 {
                Ok(())
            } else {
                Err(vec!["revision_conflict"])
            };
        }
        let mut codes = vec![];
        if !Self::open(now) || self.state == State::Expired {
            codes.push("approval_expired");
        }
        let approvals = self.approvals();
        for one in &approvals {
            if one.decided > now {
                codes.push("approval_expired");
            }
        }
        for one in &approvals {
            if !self.entitled[usize::from(one.who)] {
                codes.push("approver_not_entitled");
            }
        }
        let is_denied = matches!(self.state, State::Denied | State::Revoked);
        if approvals.len() < self.quorum && !is_denied {
            codes.push("quorum_not_met");
        }
        if is_denied {
            codes.push("approval_denied");
        }
        // Only the first operation is the one that was approved.
        if operation != 1 {
            codes.push("action_mismatch");
        }
        if read != self.revision {
            codes.push("revision_conflict");
        }
        self.refused_or(codes, State::Redeemed(operation))
    }

    fn revoke(&mut self, stale: bool) -> Verdicts {
        if self.state == State::Revoked {
            return Ok(());
        }
        let mut codes = vec![];
        if self.state == State::Expired {
            codes.push("approval_expired");
        }
        codes.extend(self.final_codes());
        if stale {
            codes.push("revision_conflict");
        }
        self.refused_or(codes, State::Revoked)
    }

    fn expire(&mut self, stale: bool, now: u32) -> Verdicts {
        if self.state == State::Expired {
            return Ok(());
        }
        if now < CLOSES {
            return Err(vec!["state_invalid"]);
        }
        let mut codes = self.final_codes();
        if stale {
            codes.push("revision_conflict");
        }
        self.refused_or(codes, State::Expired)
    }
}

/// What the runtime's store has.
struct Real {
    stored: StoredApproval<'static>,
    approvers: Vec<Approver<'static>>,
    actions: [ActionBinding<'static>; 2],
}

fn minute(number: u32) -> Instant {
    at(&format!("2026-03-01T12:{number:02}:00Z"))
}

impl Real {
    fn new(quorum: usize, forbids: bool) -> Self {
        let first = changed(|members| members.actor = principal(0));
        let mut second = first.members().clone();
        second.operation_id = name("operation_2");
        let mut stored = sample::pending(first.digest());
        stored.proposer = principal(1);
        stored.request.from = minute(OPENS);
        stored.request.until = minute(CLOSES);
        stored.request.quorum = counter(quorum as u64);
        stored.request.forbid_self_approval = forbids;
        Self {
            stored,
            approvers: (0..4).map(|who| sample::approver(who + 1)).collect(),
            actions: [first, ActionBinding::new(second).unwrap()],
        }
    }

    fn revision(&self, offset: i8) -> ordain_runtime::counter::Counter {
        counter(
            self.stored
                .revision
                .get()
                .saturating_add_signed(offset.into()),
        )
    }

    /// The store's part: it swaps where the revision still holds.
    fn swap(
        &mut self,
        answer: Result<Transition<StoredApproval<'static>>, TransitionError<'static>>,
    ) -> Verdicts {
        let answer = answer.map_err(|error| error.codes())?;
        assert!(!answer.permits_new_effect());
        if answer.expected_revision == self.stored.revision {
            self.stored = answer.next;
        } else {
            assert_eq!(
                answer.next, self.stored,
                "a recovered answer is what is stored"
            );
        }
        Ok(())
    }

    fn take(&mut self, step: &Step, now: u32) -> Verdicts {
        let approvers = self.approvers.clone();
        let actions = self.actions.clone();
        let operation = |number: u8| Operation {
            action: &actions[usize::from(number) - 1],
            approvers: &approvers,
        };
        let stale = |stale: bool| self.revision(i8::from(stale));
        let answer = match *step {
            Step::Decide {
                who,
                approves,
                decided,
                stale: is_stale,
            } => {
                let verdict = if approves {
                    Verdict::Approve
                } else {
                    Verdict::Deny
                };
                let moment = minute(decided).to_string();
                let one = sample::signed(&self.stored.request, who + 1, verdict, &moment);
                let revision = stale(is_stale);
                transition_approval_decision(
                    &self.stored,
                    revision,
                    &operation(1),
                    &one,
                    minute(now),
                )
            }
            Step::Redeem {
                operation: number,
                revision,
            } => transition_approval_redemption(
                &self.stored,
                self.revision(revision),
                &operation(number),
                minute(now),
            ),
            Step::Revoke { stale: is_stale } => {
                transition_approval_revocation(&self.stored, stale(is_stale))
            }
            Step::Expire { stale: is_stale } => {
                transition_approval_expiry(&self.stored, stale(is_stale), minute(now))
            }
            Step::Entitle { who, entitled } => {
                self.approvers[usize::from(who)].revoked = !entitled;
                return Ok(());
            }
        };
        self.swap(answer)
    }

    fn state(&self) -> State {
        match &self.stored.state {
            ApprovalState::Pending => State::Pending,
            ApprovalState::Approved => State::Approved,
            ApprovalState::Redeemed { operation_id, .. } => {
                State::Redeemed(if *operation_id == "operation_1" { 1 } else { 2 })
            }
            ApprovalState::Denied => State::Denied,
            ApprovalState::Expired => State::Expired,
            ApprovalState::Revoked => State::Revoked,
        }
    }
}

fn principal(who: u8) -> ordain_runtime::ident::Identifier<'static> {
    sample::principal(who + 1)
}

fn steps() -> impl Strategy<Value = Vec<(Step, u32)>> {
    let rarely = prop::bool::weighted(0.1);
    let step = prop_oneof![
        6 => (0..4_u8, prop::bool::weighted(0.9), 1..16_u32, rarely).prop_map(
            |(who, approves, decided, stale)| Step::Decide { who, approves, decided, stale }
        ),
        5 => (1..=2_u8, -2..=1_i8).prop_map(|(operation, revision)| Step::Redeem { operation, revision }),
        3 => Just(Step::Redeem { operation: 1, revision: 0 }),
        1 => rarely.prop_map(|stale| Step::Revoke { stale }),
        1 => rarely.prop_map(|stale| Step::Expire { stale }),
        2 => (0..4_u8, any::<bool>()).prop_map(|(who, entitled)| Step::Entitle { who, entitled }),
    ];
    let moment = prop_oneof![8 => 8..15_u32, 1 => 0..20_u32];
    prop::collection::vec((step, moment), 1..24)
}

#[test]
fn the_runtime_goes_the_way_of_the_model() {
    let reached = std::cell::RefCell::new(std::collections::BTreeSet::new());
    proptest!(ProptestConfig::with_cases(1024), |(
        steps in steps(),
        quorum in 1..=2_usize,
        forbids in prop::bool::weighted(0.5),
    )| {
        let mut real = Real::new(quorum, forbids);
        let mut model = Model {
            revision: 0,
            state: State::Pending,
            said: vec![],
            entitled: [true; 4],
            quorum,
            forbids,
        };
        for (step, now) in &steps {
            let found = real.take(step, *now);
            let expected = match *step {
                Step::Decide { who, approves, decided, stale } => {
                    model.decide(Said { who, approves, decided }, stale, *now)
                }
                Step::Redeem { operation, revision } => {
                    // A revision below 0 is 0.
                    let revision = (model.revision + i64::from(revision)).max(0);
                    model.redeem(operation, revision, *now)
                }
                Step::Revoke { stale } => model.revoke(stale),
                Step::Expire { stale } => model.expire(stale, *now),
                Step::Entitle { who, entitled } => {
                    model.entitled[usize::from(who)] = entitled;
                    Ok(())
                }
            };
            match &found {
                Ok(()) => reached.borrow_mut().insert(format!("{:?}", real.state())),
                Err(codes) => {
                    for code in codes {
                        reached.borrow_mut().insert((*code).to_owned());
                    }
                    true
                }
            };
            prop_assert_eq!(&found, &expected, "{:?} at {}", step, now);
            prop_assert_eq!(real.state(), model.state, "{:?} at {}", step, now);
            prop_assert_eq!(i64::try_from(real.stored.revision.get()).unwrap(), model.revision);
        }
    });
    // The sequences go everywhere that they are meant to.
    for place in [
        "Approved",
        "Redeemed(1)",
        "Denied",
        "Expired",
        "Revoked",
        "approval_expired",
        "approver_not_entitled",
        "quorum_not_met",
        "approver_repeated",
        "self_approval",
        "approval_denied",
        "action_mismatch",
        "already_redeemed",
        "revision_conflict",
    ] {
        assert!(
            reached.borrow().contains(place),
            "no sequence reaches {place}"
        );
    }
    assert_eq!(action().members().operation_id, "operation_1");
}
