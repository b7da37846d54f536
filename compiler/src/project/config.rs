//! `ordain.toml`: language, section 1.

use std::path::{Component, Path};

use serde::Deserialize;

/// The settings of a project.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// `[project]`.
    pub project: ProjectSection,
    /// `[output]`.
    #[serde(default)]
    pub output: OutputSection,
}

/// `[project]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectSection {
    /// What reports call it.
    pub name: String,
    /// The folders with the sources, below that of the settings.
    #[serde(default = "here")]
    pub sources: Vec<String>,
}

/// `[output]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutputSection {
    /// The folder of the artefacts.
    #[serde(default = "registry")]
    pub registry: String,
    /// The folder of the evaluators, if they are wanted.
    #[serde(default)]
    pub rust: Option<String>,
    /// The folder of the conformance suites, if they are wanted.
    #[serde(default)]
    pub conformance: Option<String>,
}

impl Default for OutputSection {
    fn default() -> Self {
        Self {
            registry: registry(),
            rust: None,
            conformance: None,
        }
    }
}

fn here() -> Vec<String> {
    vec![".".to_owned()]
}

fn registry() -> String {
    "registry".to_owned()
}

impl Config {
    /// The settings of a folder that has none: the folder itself holds the sources.
    #[must_use]
    pub fn of_folder(name: impl Into<String>) -> Self {
        let project = ProjectSection {
            name: name.into(),
            sources: here(),
        };
        Self {
            project,
            output: OutputSection::default(),
        }
    }

    /// Reads the text of `ordain.toml`.
    ///
    /// # Errors
    ///
    /// What is wrong, with its place in the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let config: Self =
            toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        if config.project.name.trim().is_empty() {
            return Err("`project.name` is empty".to_owned());
        }
        if config.project.sources.is_empty() {
            return Err(
                "`project.sources` names no folder; leave it out to read the project's own"
                    .to_owned(),
            );
        }
        for folder in &config.project.sources {
            let below = Path::new(folder)
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if !below {
                return Err(format!(
                    "`project.sources` names `{folder}`, which is not below the project's folder"
                ));
            }
        }
        if config.output.conformance.is_some() {
            return Err("`output.conformance` is not supported yet; leave it out".to_owned());
        }
        Ok(config)
    }
}
