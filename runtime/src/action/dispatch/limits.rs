//! The constraints check: the limits of the decision, on the actual arguments. Intersecting limits is
//! [`crate::policy`]'s.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Check, Failure, Observations, RoomFault};
use crate::action::ActionBinding;
use crate::canonical::Value;
use crate::policy::EffectiveLimit;
use crate::registry::LimitValue;

/// The limits of a decision, by argument.
pub type DecidedLimits<'d> = BTreeMap<Cow<'d, str>, EffectiveLimit<'d>>;

/// Judges arguments against limits: the seam for whoever knows the arguments of a capability better than their paths.
pub trait ArgumentLimits {
    /// Everything in the arguments that a limit forbids, in the order of the limits; nothing where all are met.
    fn faults(&self, arguments: &Value<'_>, limits: &DecidedLimits<'_>) -> Vec<RoomFault<'static>>;
}

impl<F: Fn(&Value<'_>, &DecidedLimits<'_>) -> Vec<RoomFault<'static>>> ArgumentLimits for F {
    fn faults(&self, arguments: &Value<'_>, limits: &DecidedLimits<'_>) -> Vec<RoomFault<'static>> {
        self(arguments, limits)
    }
}

/// Finds an argument by its dotted path through nested objects; where an array lies on the way, every element of it is
/// meant. An argument that is not there, or is of another type than its limit, meets no limit: `limit_exceeded`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DottedPaths;

impl ArgumentLimits for DottedPaths {
    fn faults(&self, arguments: &Value<'_>, limits: &DecidedLimits<'_>) -> Vec<RoomFault<'static>> {
        limits
            .iter()
            .filter(|(path, limit)| !meets_at(arguments, Some(path.as_ref()), limit))
            .map(|(path, limit)| RoomFault {
                code: Cow::Borrowed("limit_exceeded"),
                message: Cow::Owned(format!("the argument `{path}` does not meet its limit")),
                remedy: Cow::Owned(format!("an argument `{path}` that is {}", wording(limit))),
            })
            .collect()
    }
}

/// What the check holds against an action. Without a decision there are no limits, and the policy check says so.
pub(super) fn failures(
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    limits: &impl ArgumentLimits,
) -> Vec<Failure> {
    let Some(policy) = &observations.policy else {
        return Vec::new();
    };
    limits
        .faults(&action.members().arguments, &policy.decision.limits)
        .iter()
        .map(|fault| Failure::room(Check::Constraints, fault))
        .collect()
}

fn meets_at(value: &Value<'_>, path: Option<&str>, limit: &EffectiveLimit<'_>) -> bool {
    if let Value::Array(elements) = value {
        // An empty array has no element that could meet anything.
        return !elements.is_empty()
            && elements
                .iter()
                .all(|element| meets_at(element, path, limit));
    }
    let Some(path) = path else {
        return meets(value, limit);
    };
    let (name, rest) = match path.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (path, None),
    };
    value
        .get(name)
        .is_some_and(|value| meets_at(value, rest, limit))
}

fn meets(value: &Value<'_>, limit: &EffectiveLimit<'_>) -> bool {
    let integer = value.as_integer();
    let at_least = limit
        .at_least
        .is_none_or(|least| integer.is_some_and(|found| least <= found));
    let at_most = limit
        .at_most
        .is_none_or(|most| integer.is_some_and(|found| found <= most));
    let one_of = limit.one_of.as_ref().is_none_or(|values| {
        values.iter().any(|allowed| match &**allowed {
            LimitValue::Integer(allowed) => integer == Some(*allowed),
            LimitValue::String(allowed) => value.as_str() == Some(allowed),
        })
    });
    limit.conflict.is_none() && at_least && at_most && one_of
}

fn wording(limit: &EffectiveLimit<'_>) -> String {
    let mut parts = Vec::new();
    if limit.conflict.is_some() {
        parts.push(String::from("within limits that can be met"));
    }
    parts.extend(limit.at_least.map(|least| format!("at least {least}")));
    parts.extend(limit.at_most.map(|most| format!("at most {most}")));
    if let Some(values) = &limit.one_of {
        let values: Vec<String> = values
            .iter()
            .map(|value| match &**value {
                LimitValue::Integer(integer) => format!("{integer}"),
                LimitValue::String(text) => format!("`{text}`"),
            })
            .collect();
        parts.push(format!("one of {}", values.join(", ")));
    }
    parts.join(" and ")
}
